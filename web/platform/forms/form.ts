import { type FormEvent, useEffect, useRef, useState } from 'react'
import { data, type SubmitTarget, useFetcher } from 'react-router'
import type { ZodMiniType } from 'zod/mini'
import { isApiError } from '#contract/api-client.ts'
import type { TypedAmount } from '#contract/platform/amount-input.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { loadModule } from '../api/load-module.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { type FormValues, useDraft } from './form-draft.ts'
import type { FieldErrors } from './form-parse.ts'
import { randomKey } from './random-key.ts'

export type Submission<Context = unknown> = {
  values: FormValues
  /** The same when a failed attempt is repeated with the same values. */
  idempotencyKey: string
  /** The outcome of an earlier attempt is unknown: it may have succeeded. */
  mayAlreadyBeDone: boolean
  /** What the page adds to the fields, such as the order or the price. */
  context: Context
}

export type FormFailure = {
  ok: false
  errors: FieldErrors
  formError: string | null
  /** `refused`: a 4xx response. `unknown`: any other failed call, which may have succeeded. */
  outcome: 'notSent' | 'refused' | 'unknown'
  code?: string
  /** The problem document of a refusal, for endpoints with further members. */
  problem?: Readonly<Record<string, unknown>>
}
export type FormResult<Value> = { ok: true; value: Value } | FormFailure

type ActionFormOptions<Value> = {
  /** Imported when the form is first focused, so that it is usually loaded before the action needs it. */
  schema: () => Promise<ZodMiniType<unknown>>
  context?: SubmitTarget & object
  action?: string
  revalidates?: boolean
  onDone: (value: Value, form: HTMLFormElement) => void
  /** Distinguishes the drafts of forms with the same fields on one page; false: the page keeps a draft itself. */
  about?: string | false
}

/**
 * Posts to a route's `clientAction`, which returns `formAction` below. It uses a fetcher, since a navigation would change
 * the history entry that keeps the draft.
 */
export function useActionForm<Value>(options: ActionFormOptions<Value>) {
  const fetcher = useFetcher<FormResult<Value>>()
  const resolveResult = useRef<(result: FormResult<Value>) => void>(undefined)
  const mayAlreadyBeDone = useRef(false)
  useEffect(() => {
    // the result arrives before the page has been read again
    if (fetcher.state !== 'submitting' && fetcher.data) resolveResult.current?.(fetcher.data)
  }, [fetcher.state, fetcher.data])

  async function post(values: FormValues, idempotencyKey: string): Promise<FormResult<Value>> {
    const { promise, resolve } = Promise.withResolvers<FormResult<Value>>()
    resolveResult.current = resolve
    const submission = {
      values,
      idempotencyKey,
      mayAlreadyBeDone: mayAlreadyBeDone.current,
      context: options.context ?? {},
    }
    void fetcher.submit(submission, {
      method: 'post',
      encType: 'application/json',
      ...(options.action && { action: options.action }),
      ...(options.revalidates === false && { defaultShouldRevalidate: false }),
    })
    const result = await promise
    mayAlreadyBeDone.current = !result.ok && (mayAlreadyBeDone.current || result.outcome === 'unknown')
    return result
  }
  return useForm({ ...options, send: post })
}

export const NO_FAILURE: FormFailure = { ok: false, errors: {}, formError: null, outcome: 'notSent' }

type FormOptions<Value> = Pick<ActionFormOptions<Value>, 'schema' | 'about'> & {
  onDone?: (value: Value, form: HTMLFormElement) => void
  send: (values: FormValues, idempotencyKey: string, form: HTMLFormElement) => Promise<FormResult<Value>>
}

/** One submit at a time, a draft, and one idempotency key until an attempt succeeds or the values change. */
export function useForm<Value>({ schema, send, onDone, about }: FormOptions<Value>) {
  const [failure, setFailure] = useState(NO_FAILURE)
  const [isBusy, setBusy] = useState(false)
  const isReady = useHydrated()
  const isRunning = useRef(false)
  const attempt = useRef({ key: '', json: '' })
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(form, about)
  const isNewFailure = useRef(false)
  useEffect(() => {
    // once for each failure: a message that is removed while the user types must not move the focus
    if (isNewFailure.current) focusFirstInvalid(form.current, failure.errors)
    isNewFailure.current = false
  }, [failure])

  async function run(target: HTMLFormElement) {
    const values = readForm(target)
    const json = JSON.stringify(values)
    if (attempt.current.json !== json) attempt.current = { key: randomKey(), json }
    const result = await send(values, attempt.current.key, target)
    if (!result.ok) {
      isNewFailure.current = true
      setFailure({ ...result, errors: inOrderOf(target, result.errors) })
      return
    }
    attempt.current = { key: '', json: '' }
    setFailure(NO_FAILURE)
    draft.remove()
    onDone?.(result.value, target)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    // removed first, so that the same message is read aloud again if it returns
    setFailure({ ...failure, formError: null })
    try {
      await run(event.currentTarget)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    draft.save()
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null
    if (!name || !(name in failure.errors)) return
    // several fields may be filled in before the next render
    setFailure((current) => {
      const { [name]: _, ...errors } = current.errors
      return { ...current, errors }
    })
  }

  /** For fields that are hidden, or of which another thing is asked: nothing is wrong with them any more. */
  function clearErrors(...prefixes: string[]) {
    setFailure((current) => {
      const others = Object.entries(current.errors).filter(
        ([name]) => !prefixes.some((prefix) => name.startsWith(prefix)),
      )
      return { ...current, errors: Object.fromEntries(others) }
    })
  }

  /** What failed is of no interest any more. */
  const forgetFailure = () => setFailure(NO_FAILURE)

  const onFocus = () => void loadParser(schema).catch(() => {})
  const { errors, formError, code, problem } = failure
  return {
    /** In the order of the fields. */
    errors,
    formError,
    code,
    problem,
    isBusy,
    /** False until hydration: submit is disabled, so that the browser does not send the form itself. */
    isReady,
    removeDraft: draft.remove,
    clearErrors,
    forgetFailure,
    props: { ref: form, method: 'post' as const, noValidate: true, onSubmit, onInput, onFocus },
  }
}

export type FormState = ReturnType<typeof useForm>

type SendOptions<Output, Value> = {
  /** The contract's schema, imported when it is needed. */
  schema: () => Promise<ZodMiniType<Output>>
  /** Reads fields that people type in their own way, such as amounts, before the schema does. */
  read?: Record<string, (typed: string) => TypedAmount> | undefined
  /** Turns the form's values into the schema's input, where they differ. */
  toInput?: ((values: FormValues) => unknown) | undefined
  send: (output: Output, idempotencyKey: string) => Promise<Value>
}

/**
 * A failure does not throw: an error page would replace what was typed. After a 4xx response the status is 200, so by
 * default React Router reads the page again; if nothing was sent or the outcome is unknown, 503 prevents it.
 */
export async function formAction<Output, Value>(
  { values, idempotencyKey }: Submission,
  sending: SendOptions<Output, Value>,
) {
  const result = await sendForm(values, idempotencyKey, sending)
  return data(result, { status: result.ok || result.outcome === 'refused' ? 200 : 503 })
}

export async function sendForm<Output, Value>(
  values: FormValues,
  idempotencyKey: string,
  { schema, read = {}, toInput, send }: SendOptions<Output, Value>,
): Promise<FormResult<Value>> {
  const parts = await loadParser(schema).catch(() => undefined)
  if (!parts) {
    const formError = navigator.onLine ? uiTexts.partLost : uiTexts.connectionLost
    return { ok: false, errors: {}, formError, outcome: 'notSent' }
  }
  const { parseInput, readFailure } = parts.parser
  const typed = readTyped(values, read)
  const parsed = parseInput(parts.schema, toInput ? toInput(typed.values) : typed.values)
  const errors = { ...(parsed.ok ? {} : parsed.errors), ...typed.errors }
  if (!parsed.ok || Object.keys(errors).length > 0)
    return { ok: false, errors, formError: null, outcome: 'notSent' }
  try {
    return { ok: true, value: await send(parsed.output, idempotencyKey) }
  } catch (error) {
    const { fields, text } = readFailure(error, Object.keys(values))
    const failure = { ok: false as const, errors: fields, formError: text }
    if (!isApiError(error)) return { ...failure, outcome: 'unknown' }
    const { code, problem } = error
    return { ...failure, code, problem, outcome: error.status < 500 ? 'refused' : 'unknown' }
  }
}

/** A blank field stays blank: the schema says whether it is required. */
function readTyped(values: FormValues, read: Record<string, (typed: string) => TypedAmount>) {
  const plain = { ...values }
  const errors: FieldErrors = {}
  for (const [name, value] of Object.entries(values)) {
    const result = value.trim() === '' ? undefined : read[name]?.(value)
    if (result && 'text' in result) plain[name] = result.text
    if (result && 'error' in result) errors[name] = result.error
  }
  return { values: plain, errors }
}

/** Imports the schema and the parser. */
async function loadParser<Output>(load: () => Promise<ZodMiniType<Output>>) {
  const [schema, parser] = await loadModule(() => Promise.all([load(), import('./form-parse.ts')]))
  return { schema, parser }
}

function readForm(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

/** Errors of no field come last. */
function inOrderOf(form: HTMLFormElement, errors: FieldErrors): FieldErrors {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  const sorted = [...names.filter((name) => name in errors), ...Object.keys(errors)]
  return Object.fromEntries(sorted.map((name) => [name, errors[name] ?? '']))
}

function focusFirstInvalid(form: HTMLFormElement | null, errors: FieldErrors): void {
  const field = [...(form?.elements ?? [])].find((element) => (element.getAttribute('name') ?? '') in errors)
  if (field instanceof HTMLElement) field.focus()
}
