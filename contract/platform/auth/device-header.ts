/** Tells the embedded identity provider the random id of a browser (docs/decisions/0053). */
export const deviceHeader = 'x-partsline-device'
