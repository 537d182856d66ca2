import { SearchCheck } from 'lucide-react'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Mono } from '~/shared/ui/mono'
import { Panel } from '~/shared/ui/panel'
import { type Question, unknownMime } from '../model/question'
import { QuestionForm } from './question-form'
import { ResolutionView } from './resolution-view'
import { useResolution } from './use-resolution'
import classes from './preview.module.css'

interface Props {
  question: Question
  agents: { id: string; name: string }[]
  onAsk: (question: Question) => void
  subject?: string
}

/** Asks the saved registry which type a file gets. The answer is updated after every save. */
export function Preview({ question, agents, onAsk, subject }: Props) {
  const { variables, answer, before, faults, refetch } = useResolution(question)
  return (
    <Panel title="Which type would a file get?" note="The answer comes from the saved registry and is updated after every save.">
      <div className={classes.stack}>
        <QuestionForm question={question} agents={agents} onAsk={onAsk} />
        {variables && !question.mime && (
          <p className={classes.aside}>
            Without a MIME type, <Mono>{unknownMime}</Mono> is assumed, and the extension decides.
          </p>
        )}
        <FaultNotice faults={faults} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
        {variables === null && (
          <Empty icon={SearchCheck} title="Ask about a file">
            Enter a MIME type, a file name or both.
          </Empty>
        )}
        {variables && !answer && faults.length === 0 && <Loading />}
        {answer && <ResolutionView answer={answer} before={before} subject={subject} />}
      </div>
    </Panel>
  )
}
