export const usersTexts = {
  title: 'Make Admin',
  caption: 'Accounts',
  email: 'Email',
  verification: 'Verification',
  joined: 'Joined',
  noEmail: 'No email',
  role: 'Role',
  action: 'Action',
  makeAdmin: 'Make Admin',
  admin: 'Admin',
  roleOf: (email: string) => `Role of ${email}`,
  filter: 'Role',
  everybody: 'All',
  staff: 'Staff',
  customers: 'Customers',
  searchLabel: 'Search accounts by name or email',
  searchHint: 'Name or email',
  search: 'Search',
  found: (text: string) => `Found with “${text}”`,
  allAccounts: 'All accounts',
  remove: 'Remove',
  you: 'you',
  yesMakeAdmin: 'Yes, make an admin',
  yesTakeBack: 'Yes, take it back',
  yesRemove: 'Yes, remove',
  makeAdminQuestion: 'You Want to Make an Admin?',
  madeAdmin: 'Successfully Make an Admin',
  verified: 'Verified',
  unverified: 'Email not verified',
  unknown: 'Not known',
  /** Follows the question if the address is not verified. */
  unverifiedWarning:
    'This address is not verified: the person who registered it may not be its owner. An admin can change every order and part.',
  unknownWarning:
    'The store does not know whether this address is verified: the person who registered it may not be its owner. An admin can change every order and part.',
  giveQuestion: (role: string) => `You want to give the role ${role}?`,
  yesGive: 'Yes, give the role',
  gave: (role: string) => `The role is now ${role}.`,
  /** As the warnings above, for a role that is not admin. */
  unverifiedStaffWarning:
    'This address is not verified: the person who registered it may not be its owner, and would see what belongs to the shop.',
  unknownStaffWarning:
    'The store does not know whether this address is verified: the person who registered it may not be its owner, and would see what belongs to the shop.',
  takeQuestion: (role: string) => `You want to take the role ${role} back?`,
  took: (role: string) => `The role ${role} is taken back.`,
  takeBackQuestion: 'You want to take the admin role back?',
  tookBack: 'The admin role is taken back.',
  removeQuestion: 'You want to remove this user?',
  removed: 'user has been deleted!',
  none: 'No accounts here',
  noneText: 'Registered accounts that are not removed appear in this table.',
  noMatch: 'Nobody found',
  noMatchText: 'No account has this name or email, or this role. The beginnings of words are enough.',
} as const

/** The name of deleted accounts in reviews and orders. */
export const formerCustomer = 'Former customer'
