/**
 * The address of a part's picture as pages show it. `drawing`: what `drawingPath` makes of the part now. A stored drawing that
 * was made so when the part was written (`dims=given`) is the one of now, whatever was edited since. Any other stored drawing,
 * such as `/drawings/brake-disc.svg?d=280`, letters the sizes that it names, and none of its own: the shop did not give those.
 */
export function partPicture(img: string, drawing: string): string {
  if (!img.startsWith('/drawings/')) return img
  const dims = /[?&]dims=([a-z]+)/.exec(img)?.[1]
  if (dims === 'given') return drawing
  return dims ? img : `${img}${img.includes('?') ? '&' : '?'}dims=given`
}
