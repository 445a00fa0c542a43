import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import { Icon, type IconName } from '../../../platform/ui/icon.tsx'
import { drawingView, Picture } from '../../../platform/ui/picture.tsx'

export type GalleryPicture = { src: string; alt: string }

type PictureZoomProps = {
  title: string
  pictures: GalleryPicture[]
  drawing: string
  first: number
  /** With the picture that was shown last. */
  onClose: (index: number) => void
}

/** In multiples of the window's width. */
const SCALES = [1, 1.5, 2, 3]

/** The pictures at full width, one at a time. The arrow keys change the picture, or move one that is enlarged. */
export function PictureZoom({ title, pictures, drawing, first, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [index, setIndex] = useState(first)
  const [step, setStep] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])

  const scale = SCALES[step] ?? 1
  const picture = pictures[index]
  if (!picture) return null
  function show(next: number) {
    if (!pictures[next]) return
    setIndex(next)
    setStep(0)
  }
  function enlarge(by: 1 | -1) {
    setStep((before) => Math.max(0, Math.min(SCALES.length - 1, before + by)))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+') enlarge(1)
    if (event.key === '-') enlarge(-1)
    if (scale > 1) return
    if (event.key === 'ArrowLeft') show(index - 1)
    if (event.key === 'ArrowRight') show(index + 1)
  }
  return (
    <dialog
      ref={dialog}
      className="zoom"
      aria-labelledby={titleId}
      onClose={() => onClose(index)}
      onKeyDown={onKeyDown}
    >
      <div className="zoom__head">
        <h2 id={titleId}>{title}</h2>
        <ZoomButton icon="close" text={texts.close} onClick={() => dialog.current?.close()} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="zoom__area figure" tabIndex={0} aria-label={texts.scroll}>
        <div className={step === 0 ? 'is-whole' : undefined} style={{ width: `${scale * 100}%` }}>
          <Picture
            key={picture.src}
            src={drawingView(picture.src, 'plate')}
            fallback={drawingView(drawing, 'plate')}
            alt={picture.alt}
            width={1280}
            height={960}
            isEager
          />
        </div>
      </section>
      <div className="zoom__foot">
        <ZoomButton icon="minus" text={texts.zoomOut} isOff={step === 0} onClick={() => enlarge(-1)} />
        <ZoomButton
          icon="plus"
          text={texts.zoomIn}
          isOff={step === SCALES.length - 1}
          onClick={() => enlarge(1)}
        />
        {pictures.length > 1 && (
          <>
            <p role="status">{texts.showPicture(index + 1, pictures.length)}</p>
            <ZoomButton
              icon="previous"
              text={texts.previous}
              isOff={index === 0}
              onClick={() => show(index - 1)}
            />
            <ZoomButton
              icon="next"
              text={texts.next}
              isOff={index === pictures.length - 1}
              onClick={() => show(index + 1)}
            />
          </>
        )}
      </div>
    </dialog>
  )
}

type ZoomButtonProps = { icon: IconName; text: string; isOff?: boolean; onClick: () => void }

/** `aria-disabled`, since a disabled button would lose the focus at the last picture. */
function ZoomButton({ icon, text, isOff = false, onClick }: ZoomButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={text}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
