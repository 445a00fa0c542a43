import { type CSSProperties, useState } from 'react'
import { avifSources } from '#contract/products/picture-copies.ts'

type PictureProps = {
  /** A drawing of this store, an uploaded picture, or somebody else's address. */
  src: string
  alt: string
  /** The drawing that stands in when `src` can not be shown. */
  fallback: string
  /** On the first screen of every size: fetched before it is known where it stands. */
  isEager?: boolean
  /** What the page is about: fetched before all others. */
  isMain?: boolean
  /** Proportions keep the page still while the picture loads; 4:3 unless told. */
  width?: number
  height?: number
}

const DRAWINGS = '/drawings/'

/**
 * A picture in the store's frame; one that fails is replaced by the drawing, whether it failed before or after
 * hydration. Without script the style sheet lays the drawing over it.
 */
export function Picture({
  src,
  alt,
  fallback,
  isEager = false,
  isMain = false,
  width = 320,
  height = 240,
}: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const shown = failedSrc === src ? fallback : src
  const isDrawing = shown.startsWith(DRAWINGS)
  const copies = avifSources(shown)
  const picture = (
    <img
      key={shown}
      ref={(image) => {
        // A picture that failed before hydration sends no event any more.
        if (image?.complete && image.naturalWidth === 0 && shown === src) setFailedSrc(src)
      }}
      onError={() => setFailedSrc(src)}
      src={shown}
      alt={alt}
      width={width}
      height={height}
      className={isDrawing ? 'drawing' : 'photo'}
      style={isDrawing ? undefined : standIn(fallback)}
      loading={isEager || isMain ? 'eager' : 'lazy'}
      fetchPriority={isMain ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
    />
  )
  if (!copies) return picture
  return (
    <picture>
      <source type="image/avif" srcSet={copies} sizes={`(max-width: ${2 * width}px) 100vw, ${width}px`} />
      {picture}
    </picture>
  )
}

function standIn(drawing: string): CSSProperties & { '--stand-in': string } {
  return { '--stand-in': `url("${drawing}")` }
}

/** The same drawing as a thumbnail, without dimensions; other pictures stay as they are. */
export function thumbOf(src: string): string {
  return viewOf(src, 'thumb')
}

/** The same drawing for a large frame, with pens as fine as on a card; other pictures stay as they are. */
export function plateOf(src: string): string {
  return viewOf(src, 'plate')
}

function viewOf(src: string, view: 'thumb' | 'plate'): string {
  if (!src.startsWith(DRAWINGS)) return src
  return `${src}${src.includes('?') ? '&' : '?'}view=${view}`
}

type DrawingProps = { src: string; alt?: string; width?: number; height?: number; isEager?: boolean }

/** A drawing of the store's own, laid on its ground; decoration unless it has words. */
export function Drawing({ src, alt = '', width = 320, height = 240, isEager = false }: DrawingProps) {
  return (
    <img
      className="drawing"
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
