import { useRef, useState } from 'react'
import { type ErrorMessage, errorMessage, isReplaced } from '../../../api/error-message.ts'

/**
 * Runs acts of a form or button and keeps the words of the last one's failure. `run` never throws; it
 * answers whether the act succeeded. An act that was overtaken by a newer one tells nothing.
 */
export function useFailure() {
  const [failure, setFailure] = useState<ErrorMessage>()
  const latest = useRef(0)

  async function run(act: () => Promise<unknown>): Promise<boolean> {
    latest.current += 1
    const mine = latest.current
    setFailure(undefined)
    try {
      await act()
      return true
    } catch (error) {
      if (mine === latest.current && !isReplaced(error)) setFailure(errorMessage(error))
      return false
    }
  }
  return { failure, run }
}
