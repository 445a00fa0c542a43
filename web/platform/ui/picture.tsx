import { type CSSProperties, useState } from 'react'
import { avifSources } from '#contract/platform/files/picture-copies.ts'

type PictureProps = {
  src: string
  alt: string
  fallback: string
  /** Not loaded lazily, since it may be in view when the page opens. */
  isEager?: boolean | undefined
  isMain?: boolean
  width?: number
  height?: number
}

const DRAWINGS = '/drawings/'

/** A picture, or a drawing if it cannot be loaded; without JavaScript the style sheet shows the drawing over it. */
export function Picture({ src, alt, fallback, isEager, isMain, width = 320, height = 240 }: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const shown = failedSrc === src ? fallback : src
  const isDrawing = shown.startsWith(DRAWINGS)
  const avifSrcSet = avifSources(shown)
  const style: CSSProperties & { '--fallback': string } = { '--fallback': `url("${fallback}")` }
  const picture = (
    <img
      key={shown}
      ref={(image) => {
        // a picture that failed before hydration sends no more events
        if (image?.complete && image.naturalWidth === 0 && shown === src) setFailedSrc(src)
      }}
      onError={() => setFailedSrc(src)}
      src={shown}
      alt={alt}
      width={width}
      height={height}
      className={isDrawing ? 'drawing' : 'photo'}
      style={isDrawing ? undefined : style}
      loading={isEager || isMain ? 'eager' : 'lazy'}
      fetchPriority={isMain ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
    />
  )
  if (!avifSrcSet) return picture
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={`(max-width: ${2 * width}px) 100vw, ${width}px`} />
      {picture}
    </picture>
  )
}

/** A view of a drawing: `thumb` for small pictures, `plate` for a large frame, with a card's line widths on screen. */
export function drawingView(src: string, view: 'thumb' | 'plate'): string {
  if (!src.startsWith(DRAWINGS)) return src
  return `${src}${src.includes('?') ? '&' : '?'}view=${view}`
}

type DrawingProps = { src: string; alt?: string; width?: number; height?: number; isEager?: boolean }

/** A drawing of the store; hidden from screen readers unless it has an `alt`. */
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
