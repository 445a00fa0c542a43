import type { ToolkitBody } from '../http/toolkit-body.ts'
import { check } from '../http/toolkit-error.ts'

/** What a call wants changed: absent = leave, null = clear. */
export type ProfileWish = { displayName: string | null | undefined; photoUrl: string | null | undefined }

const attributes = { DISPLAY_NAME: 'displayName', PHOTO_URL: 'photoUrl' } as const

/** Name and photo end up in every ID token, which must fit into a header. */
const NAME_MAX_LENGTH = 256
const PHOTO_MAX_LENGTH = 2048

/** Reads name and photo out of a call, `deleteAttribute` included; null and empty text clear. */
export function readProfile(body: ToolkitBody): ProfileWish {
  const wish: ProfileWish = { displayName: body.displayName, photoUrl: body.photoUrl }
  for (const name of body.deleteAttribute ?? []) {
    if (name === 'DISPLAY_NAME' || name === 'PHOTO_URL') wish[attributes[name]] = null
  }
  checkDisplayName(wish.displayName)
  check((wish.photoUrl?.length ?? 0) <= PHOTO_MAX_LENGTH, 'INVALID_PHOTO_URL : The address is too long.')
  return wish
}

/** Error: INVALID_DISPLAY_NAME. */
export function checkDisplayName(name: string | null | undefined): void {
  check((name?.length ?? 0) <= NAME_MAX_LENGTH, 'INVALID_DISPLAY_NAME : The name is too long.')
}

/** The wish as columns. */
export function changeProfile({ displayName, photoUrl }: ProfileWish) {
  return {
    ...(displayName === undefined ? {} : { display_name: displayName || null }),
    ...(photoUrl === undefined ? {} : { photo_url: photoUrl || null }),
  }
}
