import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type Look = {
  /** `go` is the one primary act of a screen, `bad` destroys, `tab` is the ink button with a signal tab. */
  look?: 'go' | 'bad' | 'tab'
  size?: 'big' | 'small'
}

/** Class names of a button or of a link that looks like one. */
export function buttonClass({ look, size }: Look, more?: string): string {
  return classNames(
    'btn',
    look && `btn--${look}`,
    size === 'big' && 'btn--big',
    size === 'small' && 'btn--sm',
    more,
  )
}

/** A native button; `type` is `button` unless told. */
export function Button({ look, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ look, size }, className)} {...rest} />
}

/** A link of this store that looks like a button. */
export function LinkButton({ look, size, className, ...rest }: LinkProps & Look) {
  return <PageLink className={buttonClass({ look, size }, className)} {...rest} />
}

/** A link to a page that is fetched as soon as somebody points at it, or reaches it with the keyboard. */
export function PageLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />
}
