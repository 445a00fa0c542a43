import { useEffect, useState } from 'react'

/** What a promise that never rejects has come to; undefined while it is under way, or there is none. */
export function useStep<T>(step: Promise<T> | undefined): T | undefined {
  const [settled, setSettled] = useState<{ step: Promise<T>; value: T }>()
  useEffect(() => {
    if (!step) return
    let isWanted = true
    void step.then((value) => {
      if (isWanted) setSettled({ step, value })
    })
    return () => {
      isWanted = false
    }
  }, [step])
  return settled && settled.step === step ? settled.value : undefined
}
