import { useState } from 'react'
import { useLocation } from 'react-router'
import { draftPlace, readKept, writeKept } from './forms/form-draft.ts'

/**
 * A text that stays with its entry of the tab's history, as the drafts of forms do: Back and Reload find it again.
 * For pages that only the browser renders. Undefined forgets it.
 */
export function useKeptText(name: string, initial: string): [string, (text: string | undefined) => void] {
  const place = draftPlace(useLocation(), name)
  const [text, setText] = useState(() => readKept(place) ?? initial)
  return [
    text,
    (next) => {
      setText(next ?? initial)
      if (next === undefined) sessionStorage.removeItem(place)
      else writeKept(place, next)
    },
  ]
}
