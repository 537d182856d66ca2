import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStable } from '../lib/use-stable'
import classes from './split.module.css'

interface Props {
  label: string
  /** The id of what is shown beside the page; undefined closes the pane. */
  shown: string | undefined
  /** It opened by itself, so the focus stays where it is. */
  quiet: boolean
  onClose: () => void
  pane: ReactNode
  children: ReactNode
}

/** A page with a pane beside it. On a phone the pane covers the page. */
export function Split({ children, ...pane }: Props) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.split} data-open={(pane.shown && !phone) || undefined}>
      <div className={classes.main}>{children}</div>
      {phone ? <Overlay {...pane} /> : pane.shown && <Pane {...pane} />}
    </div>
  )
}

type PaneProps = Omit<Props, 'children'>

function Overlay({ label, shown, onClose, pane }: PaneProps) {
  return (
    <Drawer opened={Boolean(shown)} onClose={onClose} size="100%" title={<span className={classes.title}>{label}</span>}>
      {pane}
    </Drawer>
  )
}

function Pane({ label, shown, quiet, onClose, pane }: PaneProps) {
  const frame = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (!shown || quiet || frame.current?.contains(document.activeElement)) return
    opener.current = document.activeElement
    frame.current?.focus({ preventScroll: true })
    keepInView(opener.current)
  }, [shown, quiet])
  const close = useStable(() => {
    const back = frame.current?.contains(document.activeElement) ? opener.current : null
    onClose()
    if (!(back instanceof HTMLElement) || !back.isConnected) return
    back.focus({ preventScroll: true })
    requestAnimationFrame(() => keepInView(back))
  })
  useEffect(() => {
    const { current } = frame
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !isBusy(event) && close()
    current?.addEventListener('keydown', onKeyDown)
    return () => current?.removeEventListener('keydown', onKeyDown)
  }, [close])
  return (
    <section ref={frame} role="dialog" aria-label={label} tabIndex={-1} className={classes.pane} data-testid="beside">
      <div className={classes.head}>
        <span className={classes.title}>{label}</span>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={close}>
          <X size={17} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.body}>{pane}</div>
    </section>
  )
}

/** Scrolls the clicked element back into view, since the page has another width now. */
function keepInView(clicked: Element | null) {
  if (clicked !== document.body) clicked?.scrollIntoView({ block: 'nearest' })
}

/** Reports whether Escape belongs to an open list of choices. */
function isBusy({ target, defaultPrevented }: KeyboardEvent): boolean {
  return defaultPrevented || (target instanceof Element && target.closest('[aria-expanded=true]') !== null)
}
