import { useState } from 'react'

/** Which act of the page is under way: one at a time, by name. */
export type Acts = { open: string | undefined; start: (name: string) => void; end: () => void }

export function useActs(): Acts {
  const [open, setOpen] = useState<string>()
  return { open, start: setOpen, end: () => setOpen(undefined) }
}
