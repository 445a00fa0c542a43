import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { uiTexts } from '#contract/messages/ui.ts'
import { loadPart } from '../../layout/shop/load-part.ts'
import { useHydrated } from '../hydrated.ts'
import { useDraft } from './form-draft.ts'
import type { FieldErrors } from './form-parse.ts'
import { randomKey } from './random-key.ts'

/** What a form holds, as typed. */
type Typed = Record<string, string>

export type FormOptions<Output> = {
  /** The contract's schema, imported when the form is first touched: pages load none before. */
  schema: () => Promise<ZodMiniType<Output>>
  /**
   * Does the act with the parsed values; a throw is told in the form and nothing typed is lost.
   * False says that it failed and that the page has told why.
   * `attemptKey` stays the same until the act succeeds or the values change: the call's Idempotency-Key.
   */
  submit: (
    output: Output,
    attempt: { attemptKey: string; typed: Typed; form: HTMLFormElement },
  ) => Promise<unknown>
  /** Turns what was typed into what the schema takes, where they differ. */
  toInput?: (typed: Typed) => unknown
  /** Empties the form after a success. */
  resetsAfter?: boolean
  /** What the form is about, where one place shows several with the same fields. */
  about?: string
}

export type FormState = {
  errors: FieldErrors
  /** What concerns the whole form, null while there is nothing to say. */
  formError: string | null
  isBusy: boolean
  /** False until the page has woken up: submit waits, so that nothing typed lands in an address. */
  isReady: boolean
  /** The person gives up what was typed: it is not offered again. */
  forget: () => void
  props: {
    ref: RefObject<HTMLFormElement | null>
    method: 'post'
    noValidate: true
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
    onFocus: (event: FocusEvent<HTMLFormElement>) => void
  }
}

const NOTHING: Pick<FormState, 'errors' | 'formError'> = { errors: {}, formError: null }

/**
 * The one way of a form: parse with the contract, show messages beside fields, focus the first fault,
 * keep everything typed when the act fails, and through Back and Reload. Fields are uncontrolled; they find their message by name.
 */
export function useForm<Output>(options: FormOptions<Output>): FormState {
  const [told, setTold] = useState(NOTHING)
  const [isBusy, setBusy] = useState(false)
  const isReady = useHydrated()
  const running = useRef(false)
  const attempt = useRef({ key: '', values: '' })
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(form, options.about)
  const isRefused = useRef(false)
  useEffect(() => {
    // once for each refusal: a message taken back while somebody types must not take the keyboard along
    if (isRefused.current) focusFirstFault(form.current, told.errors)
    isRefused.current = false
  }, [told.errors])

  function refuse(faults: typeof NOTHING) {
    isRefused.current = true
    setTold(faults)
  }

  async function run(target: HTMLFormElement) {
    const { schema, parse } = await loadEngine(options.schema)
    const typed = readForm(target)
    const parsed = parse.parseInput(schema, options.toInput?.(typed) ?? typed)
    if (!parsed.ok) return refuse({ errors: parsed.errors, formError: null })
    setTold(NOTHING)
    attempt.current = keyFor(typed, attempt.current)
    try {
      const isDone = await options.submit(parsed.output, {
        attemptKey: attempt.current.key,
        typed,
        form: target,
      })
      if (isDone === false) return
      attempt.current = { key: '', values: '' }
      draft.forget()
      if (options.resetsAfter) target.reset()
    } catch (error) {
      const failure = parse.readFailure(error, Object.keys(typed))
      refuse({ errors: failure.fields, formError: failure.text })
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await run(event.currentTarget)
    } catch {
      // Only the form's own code could not be fetched: nothing was sent.
      setTold({ errors: {}, formError: navigator.onLine ? uiTexts.partLost : uiTexts.connectionLost })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    draft.keep()
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null
    if (name && name in told.errors) {
      setTold(({ errors: { [name]: _, ...errors }, formError }) => ({ errors, formError }))
    }
  }

  // Warms up the schema while the person types; a failure shows at submit, where it matters.
  const onFocus = () => void loadEngine(options.schema).catch(() => {})
  return {
    ...told,
    isBusy,
    isReady,
    forget: draft.forget,
    props: { ref: form, method: 'post', noValidate: true, onSubmit, onInput, onFocus },
  }
}

async function loadEngine<Output>(load: () => Promise<ZodMiniType<Output>>) {
  const [schema, parse] = await loadPart(() => Promise.all([load(), import('./form-parse.ts')]))
  return { schema, parse }
}

function readForm(form: HTMLFormElement): Typed {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

function keyFor(typed: Typed, last: { key: string; values: string }) {
  const values = JSON.stringify(typed)
  return last.key && last.values === values ? last : { key: randomKey(), values }
}

function focusFirstFault(form: HTMLFormElement | null, errors: FieldErrors): void {
  const faulty = [...(form?.elements ?? [])].find((element) => (element.getAttribute('name') ?? '') in errors)
  if (faulty instanceof HTMLElement) faulty.focus()
}
