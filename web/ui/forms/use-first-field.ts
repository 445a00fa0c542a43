import { type RefObject, useEffect } from 'react'

/** For a form that takes the place of what had the keyboard: it goes on in the form's first field, or button. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [form])
}
