import { useState } from 'react'
import { useStoredText } from '../../../platform/forms/form-draft.ts'

type Draft<T> = { typed: Partial<T>; seen: Partial<T> }

/**
 * What is stored, and over it what was typed since. That is kept as a draft under `name`, with what was stored when it was
 * begun (`seen`): a field that somebody else has changed since is one of `conflicts`, and stays as it was typed until
 * `takeStored`. `settle` removes from both what no form brings back.
 */
export function useEdited<T extends object>(
  name: string,
  stored: T,
  settle = (members: Partial<T>): Partial<T> => members,
) {
  const [draft, saveDraft] = useStoredText(name, '{}')
  const [kept, setKept] = useState<Draft<T>>(() => ({ typed: {}, seen: {}, ...JSON.parse(draft) }))
  const typed = settle(kept.typed)
  const seen = settle(kept.seen)
  const form = { ...stored, ...typed }
  const change = changesOf(stored, form)
  const conflicts = Object.keys(changesOf(stored, { ...stored, ...seen })).filter((one) => one in change)
  function keep(next: Draft<T>) {
    setKept(next)
    saveDraft(Object.keys(next.typed).length > 0 ? JSON.stringify(next) : undefined)
  }
  const hasConflict = (one: string) => conflicts.includes(one)
  return {
    form,
    change,
    seen,
    conflicts,
    set: (more: Partial<T>) =>
      keep({
        typed: { ...typed, ...more },
        seen: { ...membersOf(stored, (one) => one in more), ...seen },
      }),
    takeStored: () =>
      keep({
        typed: membersOf(typed, (one) => !hasConflict(one)),
        seen: membersOf(seen, (one) => !hasConflict(one)),
      }),
    discard: () => keep({ typed: {}, seen: {} }),
  }
}

/** The members that differ. The rest is not sent, so that it does not undo the change of another admin. */
export function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const stored = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return membersOf(after, (name, value) => stored.get(name) !== JSON.stringify(value))
}

export function membersOf<T extends object>(
  of: T,
  isWanted: (name: string, value: unknown) => boolean,
): Partial<T> {
  const wanted = Object.entries(of).filter(([name, value]) => isWanted(name, value))
  // the members are those of T
  return Object.fromEntries(wanted) as Partial<T>
}
