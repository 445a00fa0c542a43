import { officeTexts } from '#contract/catalog/part-types/office-texts.ts'

/** The drawing at an address, or an empty frame. */
export function DrawingPreview({ address }: { address: string }) {
  return (
    <div className="figure drawing-preview">
      {address && (
        <img className="drawing" src={address} alt={officeTexts.preview} width={320} height={240} />
      )}
    </div>
  )
}
