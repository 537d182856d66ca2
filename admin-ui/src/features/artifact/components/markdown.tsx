import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

// Documents are untrusted: raw HTML is dropped, links open in a new tab, and images are named instead of loaded.
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? 'Done' : 'To do'} />,
  img: ({ alt, src }) => <em>[image: {alt || String(src)}]</em>,
}

export default function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  )
}
