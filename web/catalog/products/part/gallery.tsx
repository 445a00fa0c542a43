import { type MouseEvent, useRef, useState } from 'react'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { loadModule } from '../../../platform/api/load-module.ts'
import { DetailList } from '../../../platform/ui/detail-list.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { DrawingFrame } from '../../../platform/ui/page-section.tsx'
import { drawingView, Picture } from '../../../platform/ui/picture.tsx'
import type { GalleryPicture } from './picture-zoom.tsx'

type Zoom = typeof import('./picture-zoom.tsx').PictureZoom

/** `drawing`: shown for a picture that does not load. */
type GalleryProps = { part: Product; pictures: GalleryPicture[]; drawing: string }

/**
 * The pictures side by side in a list that scrolls, and small ones that lead to each. Without scripts the links work by
 * themselves; with them a picture opens at full width, and the small ones scroll the list, not the page.
 */
export function Gallery({ part, pictures, drawing }: GalleryProps) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [zoom, setZoom] = useState<{ Zoom: Zoom; first: number }>()

  function goTo(index: number, behavior: ScrollBehavior = 'smooth') {
    const element = list.current
    element?.scrollTo({ left: index * element.clientWidth, behavior })
  }
  async function open(event: MouseEvent, index: number) {
    // a new tab, where that is asked for
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const link = event.currentTarget
    const loaded = await loadModule(() => import('./picture-zoom.tsx')).catch(() => undefined)
    if (loaded) setZoom({ Zoom: loaded.PictureZoom, first: index })
    // the picture alone is better than nothing
    else if (link instanceof HTMLAnchorElement) location.assign(link.href)
  }
  /** The focus returns to the picture that was seen last, not to the one that was opened. */
  function close(index: number) {
    setZoom(undefined)
    goTo(index, 'instant')
    list.current?.children[index]?.querySelector('a')?.focus({ preventScroll: true })
  }
  return (
    <figure className="gallery">
      <DrawingFrame>
        <ul
          ref={list}
          className="gallery__pictures"
          aria-label={texts.pictures}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map(({ src, alt }, index) => (
            <li key={src} id={`picture-${index + 1}`}>
              <a
                href={drawingView(src, 'plate')}
                aria-haspopup="dialog"
                // before the browser does, a frame later
                onFocus={() => goTo(index, 'instant')}
                onClick={(event) => void open(event, index)}
              >
                <Picture
                  src={drawingView(src, 'plate')}
                  fallback={drawingView(drawing, 'plate')}
                  alt={alt}
                  width={640}
                  height={480}
                  isMain={index === 0}
                />
                <span className="gallery__zoom">
                  <Icon name="zoom" />
                  <span>{texts.zoom}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <TitleBlock part={part} />
      </DrawingFrame>
      {pictures.length > 1 && (
        <ul className="gallery__thumbs">
          {pictures.map(({ src }, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                className="figure"
                aria-label={texts.showPicture(index + 1, pictures.length)}
                aria-current={shown === index ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(index)
                }}
              >
                <Picture
                  src={drawingView(src, 'thumb')}
                  fallback={drawingView(drawing, 'thumb')}
                  alt=""
                  width={88}
                  height={66}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {zoom && (
        <zoom.Zoom
          title={part.productName}
          pictures={pictures}
          drawing={drawing}
          first={zoom.first}
          onClose={close}
        />
      )}
    </figure>
  )
}

function TitleBlock({ part }: { part: Product }) {
  const { plate } = productTexts
  const details = [
    { label: plate.part, value: part.productName },
    { label: plate.number, value: part.partNumber ?? '–', className: 'numeric' },
    { label: plate.units, value: plate.millimetres, className: 'numeric' },
  ]
  return <DetailList className="title-block" details={details} inRows />
}
