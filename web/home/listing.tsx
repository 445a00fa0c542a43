import type { ReactNode } from 'react'
import { homeTexts as texts } from '#contract/messages/home.ts'
import { PartCard } from '../catalog/part/part-card.tsx'
import type { PartCardData } from '../catalog/part/part-card-data.ts'
import { Sheet } from '../ui/dialogs/sheet.tsx'
import { EmptyState } from '../ui/states.tsx'

/** The first page of the catalogue. */
export function Listing({ parts, more }: { parts: PartCardData[]; more: ReactNode }) {
  return (
    <Sheet id="h-parts" title={texts.parts} act={more} className="sheet--next wrap">
      {parts.length > 0 ? (
        <ul className="grid">
          {parts.map((part) => (
            <PartCard key={part.id} part={part} />
          ))}
        </ul>
      ) : (
        <EmptyState title={texts.noParts} heading="h3">
          <p>{texts.noPartsText}</p>
        </EmptyState>
      )}
    </Sheet>
  )
}
