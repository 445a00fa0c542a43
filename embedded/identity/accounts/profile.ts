import type { ToolkitBody } from '../http/toolkit-body.ts'
import { check } from '../http/toolkit-error.ts'

/** Requested changes: undefined leaves a field, null clears it. */
export type ProfileChange = { displayName: string | null | undefined; photoUrl: string | null | undefined }

const attributes = { DISPLAY_NAME: 'displayName', PHOTO_URL: 'photoUrl' } as const

/** Name and photo are part of every ID token, which must fit into a header. */
export const NAME_MAX_LENGTH = 256
export const PHOTO_MAX_LENGTH = 2048

/** Reads name and photo of a call, including `deleteAttribute`. Errors: INVALID_DISPLAY_NAME, INVALID_PHOTO_URL. */
export function readProfile(body: ToolkitBody): ProfileChange {
  const change: ProfileChange = { displayName: body.displayName, photoUrl: body.photoUrl }
  for (const name of body.deleteAttribute ?? []) {
    if (name === 'DISPLAY_NAME' || name === 'PHOTO_URL') change[attributes[name]] = null
  }
  checkDisplayName(change.displayName)
  check((change.photoUrl?.length ?? 0) <= PHOTO_MAX_LENGTH, 'INVALID_PHOTO_URL : The address is too long.')
  return change
}

/** Error: INVALID_DISPLAY_NAME. */
export function checkDisplayName(name: string | null | undefined): void {
  check((name?.length ?? 0) <= NAME_MAX_LENGTH, 'INVALID_DISPLAY_NAME : The name is too long.')
}

/** The changed columns; an empty text clears like null. */
export function changeProfile({ displayName, photoUrl }: ProfileChange) {
  return {
    ...(displayName === undefined ? {} : { display_name: displayName || null }),
    ...(photoUrl === undefined ? {} : { photo_url: photoUrl || null }),
  }
}
