import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type Look = {
  /** `go` is the primary action of a screen, `bad` is destructive, `tab` has a signal-coloured edge. */
  look?: 'go' | 'bad' | 'tab'
  size?: 'big' | 'small'
}

export function buttonClass({ look, size }: Look, more?: string): string {
  return classNames(
    'btn',
    look && `btn--${look}`,
    size === 'big' && 'btn--big',
    size === 'small' && 'btn--sm',
    more,
  )
}

export function Button({ look, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ look, size }, className)} {...rest} />
}

export function LinkButton({ look, size, className, ...rest }: LinkProps & Look) {
  return <PageLink className={buttonClass({ look, size }, className)} {...rest} />
}

/** A link whose page is fetched on hover or focus. */
export function PageLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />
}
