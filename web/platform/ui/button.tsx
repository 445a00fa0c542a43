import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type ButtonStyle = {
  /** `primary`: a main action. `danger`: a destructive one. `next`: the next step or page, with an arrow. `add`: with a plus. `quiet`: in a dense row. */
  variant?: 'primary' | 'danger' | 'next' | 'add' | 'quiet'
  size?: 'big' | 'small'
}

export function buttonClass({ variant, size }: ButtonStyle, className?: string): string {
  return classNames('button', variant && `button--${variant}`, size && `button--${size}`, className)
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />
}

export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <PageLink className={buttonClass({ variant, size }, className)} {...rest} />
}

export function PageLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />
}
