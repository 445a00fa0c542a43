import { useEffect, useState } from 'react'
import type { Found } from '#contract/sales/find/find.ts'
import { browserApi } from '../../platform/api/browser-api.ts'

const DEBOUNCE_MS = 150

/** What the store answered to a query, or why it did not. */
export type Answer = { query: string } & ({ found: Found } | { error: unknown })

/** The answer to the query as it was last typed; to an earlier one until that has arrived. `ask` asks again. */
export function useFound(query: string, onAnswer: (answer: Answer) => void) {
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAnswer` is another function at each render
  useEffect(() => {
    if (query === '') return setAnswer(undefined)
    const request = new AbortController()
    const { signal } = request
    const finish = (next: Answer) => {
      if (signal.aborted) return
      setAnswer(next)
      onAnswer(next)
    }
    const timer = setTimeout(() => {
      browserApi.find({ query: { q: query } }, { signal }).then(
        (found) => finish({ query, found }),
        (error: unknown) => finish({ query, error }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [query, attempt])
  return { answer, ask: () => setAttempt((last) => last + 1) }
}
