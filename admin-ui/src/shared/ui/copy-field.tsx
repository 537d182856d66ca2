import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import classes from './copy-field.module.css'

/** A value with a button that copies it. */
export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <div className={classes.field}>
      <code className={classes.value} aria-label={label}>
        {value}
      </code>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant={copied ? 'light' : 'default'}
            leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
