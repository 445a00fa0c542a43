import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { ErrorText } from './form-signs.tsx'

type Aria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type FrameProps = {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  className?: string | undefined
  /** Below the error. */
  more?: ReactNode
  children: (aria: Aria) => ReactNode
}

/** A field with its label above, its error and hint below; both describe it for screen readers. */
export function FieldFrame({ label, error, hint, className, more, children }: FrameProps) {
  const id = useId()
  const described = classNames(error ? `${id}-error` : null, hint ? `${id}-hint` : null)
  return (
    <div className={classNames('field', error ? 'is-bad' : null, className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {more}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type FileProps = Omit<FrameProps, 'children'> & {
  accept: string
  isBusy: boolean
  inputClass?: string
  onFile: (file: File) => unknown
}

/** A file to choose. */
export function FileField({ accept, isBusy, inputClass, onFile, ...frame }: FileProps) {
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <input
          {...aria}
          type="file"
          className={inputClass}
          accept={accept}
          disabled={isBusy}
          aria-busy={isBusy}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void onFile(file)
            // the same file can be chosen again after a failure
            target.value = ''
          }}
        />
      )}
    </FieldFrame>
  )
}
