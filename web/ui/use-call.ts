import { useRef, useState } from 'react'
import { type ErrorMessage, errorMessage } from '../api/error-message.ts'

/** Runs calls of a form or button and holds the error of the latest one. `run` answers whether it succeeded; it never throws. */
export function useCall() {
  const [error, setError] = useState<ErrorMessage>()
  const latest = useRef(0)

  async function run(call: () => Promise<unknown>): Promise<boolean> {
    latest.current += 1
    const number = latest.current
    setError(undefined)
    try {
      await call()
      return true
    } catch (thrown) {
      if (number === latest.current) setError(errorMessage(thrown))
      return false
    }
  }
  return { error, run }
}
