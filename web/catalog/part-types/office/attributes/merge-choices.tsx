import { useFetcher } from 'react-router'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { officeTexts, attributesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { CatalogueUse } from '#contract/catalog/part-types/part-types.ts'
import { browserApi } from '../../../../platform/api/browser-api.ts'
import { errorMessage } from '../../../../platform/api/error-message.ts'
import { confirm } from '../../../../platform/dialogs/confirm.tsx'
import { FieldFrame } from '../../../../platform/forms/field.tsx'
import { rememberFocus } from '../../../../platform/forms/remember-focus.ts'
import { useFocusRestore } from '../../../../platform/forms/row-action.ts'
import { Button } from '../../../../platform/ui/button.tsx'

export type PostedMerge = { key: string; choice: string; into: string }
/** What the list of choices says after a merge: a notice would be behind its dialog. */
type MergeResult = { text?: string; problem?: string }

/** Never throws: an error page would replace the form. */
export async function mergeChoices({ key, ...body }: PostedMerge): Promise<MergeResult> {
  try {
    const { changedParts } = await browserApi.mergeChoices({ params: { key }, body })
    return { text: texts.merged(changedParts) }
  } catch (error) {
    const { code, text } = errorMessage(error)
    return { problem: code === 'invalid_request' ? texts.choiceGone : text }
  }
}

/** `merge` asks into which choice of the attribute, and for a confirmation. */
export function useMerge(attribute: Attribute | null) {
  const fetcher = useFetcher<MergeResult>()
  const isBusy = fetcher.state !== 'idle'
  const restoreFocus = useFocusRestore(isBusy)
  async function merge(choice: string, parts: number): Promise<void> {
    const others = attribute?.choices.filter(({ key }) => key !== choice) ?? []
    const name = attribute?.choices.find(({ key }) => key === choice)?.name ?? choice
    let into = others[0]?.key
    const restore = rememberFocus()
    const isConfirmed = await confirm({
      text: texts.mergeQuestion(name, parts),
      button: texts.yesMerge,
      isDestructive: true,
      subject: (
        <FieldFrame label={texts.mergeInto(name)}>
          {(aria) => (
            <select
              {...aria}
              onChange={({ target }) => {
                into = target.value
              }}
            >
              {others.map(({ key, name: other }) => (
                <option key={key} value={key}>
                  {other}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      ),
    })
    if (!isConfirmed || !attribute || into === undefined) return
    restoreFocus(restore)
    const posted: PostedMerge = { key: attribute.key, choice, into }
    await fetcher.submit(posted, { method: 'post', encType: 'application/json' })
  }
  return { merge, isBusy, result: isBusy ? undefined : fetcher.data }
}

type ButtonProps = { name: string; parts: number; isBusy: boolean; onMerge: () => Promise<void> }

export function MergeButton({ name, parts, isBusy, onMerge }: ButtonProps) {
  return (
    <span className="choice-list__merge">
      <span>{officeTexts.partsOf(parts)}</span>
      <Button
        variant="quiet"
        aria-label={texts.mergeOf(name)}
        aria-disabled={isBusy}
        onClick={() => !isBusy && void onMerge()}
      >
        {texts.merge}
      </Button>
    </span>
  )
}

export function partsOf(used: CatalogueUse['choices'], choice: string): number {
  return used.find(({ key }) => key === choice)?.parts ?? 0
}
