import { useState } from 'react'
import { isApiError } from '#contract/api-client.ts'
import type { Product } from '#contract/products/products.ts'
import { browserApi } from '../../api/browser-api.ts'

/** A part whose numbers can be read anew without losing the page around it. */
export function useFreshPart(loaded: Product) {
  const [part, setPart] = useState(loaded)
  const [isGone, setGone] = useState(false)

  /** Never throws: where the store cannot be asked, the numbers stay as they are and the next order is refused again. */
  async function reload(): Promise<void> {
    try {
      setPart(await browserApi.getProduct({ params: { id: part._id } }))
    } catch (error) {
      if (isApiError(error) && error.code === 'not_found') setGone(true)
    }
  }
  return { part, isGone, reload }
}
