import { type RefObject, useEffect, useState } from 'react'
import { isWindowMethod } from '#contract/users/identity-methods.ts'
import { useStoreConfig } from '../../api/store-config.ts'

/** What a page asks for by a form of its own; everything else opens a window. */
const formWays = ['password', 'emailLink', 'phone'] as const
export type FormWay = (typeof formWays)[number]

/** What a store offers: the form shown (none where there are windows alone), the windows, the forms to choose instead. */
export function useWays(root: RefObject<HTMLElement | null>) {
  const methods = useStoreConfig()?.identity.methods ?? []
  const [chosen, choose] = useState<FormWay>()
  const offered = formWays.filter((way) => methods.includes(way))
  const way = chosen ?? offered[0]
  // the button that was pressed has gone, and the keyboard goes on in the form that it brought
  useEffect(() => {
    if (chosen) root.current?.querySelector('input')?.focus()
  }, [chosen, root])
  return {
    way,
    windows: methods.filter(isWindowMethod),
    others: offered.filter((each) => each !== way),
    choose,
  }
}
