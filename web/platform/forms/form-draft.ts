import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../ui/hydrated.ts'
import { readDraft, removeDraft, writeDraft } from './draft-storage.ts'

export type FormValues = Record<string, string>
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Saves fields, but no secrets, for the history entry. `about` distinguishes forms with the same fields; false: saves nothing. */
export function useDraft(form: RefObject<HTMLFormElement | null>, about: string | false = '') {
  const entryKey = entryKeyOf(useLocation(), about || '')
  const isHydrated = useHydrated()
  const isKept = about !== false
  useEffect(() => {
    if (isKept && isHydrated && form.current) restore(form.current, readValues(entryKey, form.current))
  }, [isKept, isHydrated, entryKey, form])
  return {
    save() {
      if (isKept && form.current) writeValues(entryKey, form.current)
    },
    remove() {
      if (form.current) removeDraft(draftKey(entryKey, form.current))
    },
  }
}

/** A text saved like a draft. For pages rendered only in the browser; undefined removes it and resets to `initial`. */
export function useStoredText(name: string, initial: string): [string, (text: string | undefined) => void] {
  const entryKey = entryKeyOf(useLocation(), name)
  const [text, setText] = useState(() => readDraft(entryKey) ?? initial)
  return [
    text,
    (next) => {
      setText(next ?? initial)
      if (next === undefined) removeDraft(entryKey)
      else writeDraft(entryKey, next)
    },
  ]
}

function entryKeyOf({ key, pathname }: { key: string; pathname: string }, about: string): string {
  return `${key} ${pathname} ${about}`
}

/** Forms of one page differ by their fields, or by `about`, which is in `entryKey`. */
function draftKey(entryKey: string, form: HTMLFormElement): string {
  const names = new Set(controlsOf(form).map((control) => control.name))
  return `${entryKey} ${[...names].join(',')}`
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => isSavable(element))
}

function isSavable(element: Element): boolean {
  if (element instanceof HTMLSelectElement) return element.name !== ''
  if (element instanceof HTMLTextAreaElement) return element.name !== '' && !element.readOnly
  if (!(element instanceof HTMLInputElement) || element.name === '' || element.readOnly) return false
  if (element.autocomplete === 'one-time-code') return false
  return !['password', 'file', 'hidden', 'submit', 'button'].includes(element.type)
}

export function isChoice(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
}

function writeValues(entryKey: string, form: HTMLFormElement): void {
  const values: FormValues = {}
  for (const control of controlsOf(form)) {
    if (!isChoice(control) || control.checked) values[control.name] = control.value
  }
  writeDraft(draftKey(entryKey, form), JSON.stringify(values))
}

function readValues(entryKey: string, form: HTMLFormElement): FormValues | undefined {
  try {
    return JSON.parse(readDraft(draftKey(entryKey, form)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Fields changed before hydration are newer than any draft and stay; a changed select is not recognised. */
function restore(form: HTMLFormElement, values: FormValues | undefined): void {
  if (!values) return
  for (const control of controlsOf(form)) {
    const value = values[control.name]
    if (isChanged(control)) continue
    if (isChoice(control)) {
      if (control.checked !== (value === control.value)) control.click()
    } else if (value !== undefined && control.value !== value) {
      setValue(control, value)
      if (control instanceof HTMLInputElement) selectOnFocus(control)
    }
  }
}

function isChanged(control: Control): boolean {
  // not every page marks the initial option (`defaultSelected`)
  if (control instanceof HTMLSelectElement) return false
  return isChoice(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/** Sets the value as typing does: React's handlers run. */
export function setValue(control: Control, value: string): void {
  const prototype: object = Object.getPrototypeOf(control)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

/** Selects a restored text on first focus, like Tab: what is typed next replaces it. */
function selectOnFocus(input: HTMLInputElement): void {
  if (input === document.activeElement) input.select()
  else input.addEventListener('focus', () => input.select(), { once: true })
}
