import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import { useHydrated } from '../../../platform/ui/hydrated.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { notify } from '../../../platform/ui/notice.tsx'

/** What scripts do with the page: share it, print it. */
export function PartTools({ title }: { title: string }) {
  const isReady = useHydrated()
  return (
    <p className="part-tools">
      <button type="button" disabled={!isReady} onClick={() => void share(title)}>
        <Icon name="share" />
        <span>{texts.share}</span>
      </button>
      <button type="button" disabled={!isReady} onClick={() => window.print()}>
        <Icon name="print" />
        <span>{texts.print}</span>
      </button>
    </p>
  )
}

/** By the system's own dialog where there is one; else the address is copied. */
async function share(title: string): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  if (typeof navigator.share === 'function') {
    // whoever closes the dialog has changed their mind
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    notify({ text: texts.copied })
  } catch {
    // a page without https has no clipboard
    notify({ text: texts.copyByHand(url), variant: 'info' })
  }
}
