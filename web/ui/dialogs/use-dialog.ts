import { useRef, useState } from 'react'

/** What a dialog stands open for; `key` is new at each opening. */
export type Opened<T> = { subject: T; key: number }

/**
 * One dialog of a page. The browser tells of a closing a moment later: whatever was opened in that moment is another
 * opening, and stays.
 */
export function useDialog<T>() {
  const [opened, setOpened] = useState<Opened<T>>()
  const openings = useRef(0)
  return {
    opened,
    open(subject: T): void {
      openings.current += 1
      setOpened({ subject, key: openings.current })
    },
    close: (closed: Opened<T>): void => setOpened((now) => (now?.key === closed.key ? undefined : now)),
  }
}
