import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

// Documents are untrusted: raw HTML is left out, links open outside, images are named instead of fetched.
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ),
  img: ({ alt, src }) => <em>[image: {alt || String(src)}]</em>,
}

export default function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  )
}
