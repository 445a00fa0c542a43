import { useState } from 'react'
import { useStoredText } from '../../../platform/forms/form-draft.ts'

/** What is stored, and over it what was typed since; that is kept as a draft under `name`. */
export function useEdited<T extends object>(name: string, stored: T) {
  const [draft, saveDraft] = useStoredText(name, '{}')
  const [typed, setTyped] = useState<Partial<T>>(() => JSON.parse(draft))
  const form = { ...stored, ...typed }
  function keep(next: Partial<T>) {
    setTyped(next)
    saveDraft(Object.keys(next).length > 0 ? JSON.stringify(next) : undefined)
  }
  return {
    form,
    change: changesOf(stored, form),
    set: (change: Partial<T>) => keep({ ...typed, ...change }),
    discard: () => keep({}),
  }
}

/** The members that differ. The rest is not sent, so that it does not undo the change of another admin. */
export function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const stored = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(after).filter(([name, value]) => stored.get(name) !== JSON.stringify(value))
  // the members are those of T
  return Object.fromEntries(changed) as Partial<T>
}
