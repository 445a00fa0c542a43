import { useId, useState } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { classNames } from './class-names.ts'

type FoldedTextProps = {
  text: string
  over?: number | undefined
  as?: 'p' | 'blockquote'
}

/** A text; with more than `over` characters it is cut to a few lines, and a button shows or hides the rest. */
export function FoldedText({ text, over = 320, as: Element = 'p' }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isLong = text.length > over
  return (
    <div className="folded-text">
      <Element id={id} className={classNames('user-text', isLong && !isOpen && 'folded')}>
        {text}
      </Element>
      {isLong && (
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? uiTexts.readLess : uiTexts.readMore}
        </button>
      )}
    </div>
  )
}
