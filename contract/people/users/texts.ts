export const usersTexts = {
  title: 'Make Admin',
  caption: 'Accounts',
  intro: 'Newest first',
  email: 'Email',
  noEmail: 'No email',
  role: 'Role',
  action: 'Action',
  makeAdmin: 'Make Admin',
  admin: 'Admin',
  takeBack: 'Take role back',
  remove: 'Remove',
  you: 'you',
  yesMakeAdmin: 'Yes, make an admin',
  yesTakeBack: 'Yes, take it back',
  yesRemove: 'Yes, remove',
  makeAdminQuestion: 'You Want to Make an Admin?',
  madeAdmin: 'Successfully Make an Admin',
  unverified: 'Email not verified',
  /** Follows the question if the address is not verified. */
  unverifiedWarning:
    'This address is not verified: the person who registered it may not be its owner. An admin can change every order and part.',
  unknownWarning:
    'The store does not know whether this address is verified: the person who registered it may not be its owner. An admin can change every order and part.',
  takeBackQuestion: 'You want to take the admin role back?',
  tookBack: 'The admin role is taken back.',
  removeQuestion: 'You want to remove this user?',
  removed: 'user has been deleted!',
  none: 'No accounts here',
  noneText: 'Registered accounts that are not removed appear in this table.',
} as const

/** The name of deleted accounts in reviews and orders. */
export const formerCustomer = 'Former customer'
