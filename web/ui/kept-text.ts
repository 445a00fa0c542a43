import { useState } from 'react'
import { useLocation } from 'react-router'
import { draftPlace } from './form-draft.ts'

/**
 * A text that stays with its entry of the tab's history, as the drafts of forms do: Back and Reload find it again.
 * For pages that only the browser renders. Undefined forgets it.
 */
export function useKeptText(name: string, initial: string): [string, (text: string | undefined) => void] {
  const place = draftPlace(useLocation(), name)
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? initial)
  return [
    text,
    (next) => {
      setText(next ?? initial)
      if (next === undefined) sessionStorage.removeItem(place)
      else keep(place, next)
    },
  ]
}

function keep(place: string, text: string): void {
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // a full or closed storage keeps nothing; the page works without
  }
}
