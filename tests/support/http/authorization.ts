import type { EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

/** The caller: anonymous, the owner, another customer, an admin on another account's object or on their own. */
export type Role = 'anonymous' | 'owner' | 'other' | 'admin' | 'adminOwn'
export const roles: Role[] = ['anonymous', 'owner', 'other', 'admin', 'adminOwn']

export type Row = Record<Role, number>

/** A call without an owner: the same for every customer, and for every admin. */
const plain = (anonymous: number, customer: number, admin: number): Row => ({
  anonymous,
  owner: customer,
  other: customer,
  admin,
  adminOwn: admin,
})

/**
 * The expected status of every endpoint for every role, written by hand. Tests compare the declarations of the
 * endpoints with it and call every cell.
 */
export const authorization: Record<EndpointName, Row> = {
  getConfig: plain(200, 200, 200),
  exchangeToken: { anonymous: 401, owner: 200, other: 403, admin: 403, adminOwn: 200 },
  getUser: { anonymous: 401, owner: 200, other: 403, admin: 200, adminOwn: 200 },
  updateUser: { anonymous: 401, owner: 200, other: 403, admin: 200, adminOwn: 200 },
  getAdminFlag: { anonymous: 401, owner: 200, other: 403, admin: 200, adminOwn: 200 },
  deleteAccount: { anonymous: 401, owner: 200, other: 403, admin: 403, adminOwn: 200 },
  listUsers: plain(401, 403, 200),
  promoteUser: plain(401, 403, 200),
  demoteUser: plain(401, 403, 200),
  removeUser: plain(401, 403, 200),
  listSignIns: plain(401, 200, 200),
  endSignIn: { anonymous: 401, owner: 200, other: 404, admin: 404, adminOwn: 200 },
  endOtherSignIns: plain(401, 200, 200),
  listProducts: plain(200, 200, 200),
  countProducts: plain(200, 200, 200),
  suggestProducts: plain(200, 200, 200),
  getProduct: plain(200, 200, 200),
  createProduct: plain(401, 403, 201),
  updateProduct: plain(401, 403, 200),
  deleteProduct: plain(401, 403, 200),
  uploadImage: plain(401, 403, 201),
  startImport: plain(401, 403, 201),
  listImports: plain(401, 403, 200),
  getImport: plain(401, 403, 200),
  sendPiece: plain(401, 403, 200),
  checkImport: plain(401, 403, 200),
  listImportChanges: plain(401, 403, 200),
  listImportErrors: plain(401, 403, 200),
  getImportErrors: plain(401, 403, 200),
  applyImport: plain(401, 403, 200),
  undoImport: plain(401, 403, 200),
  discardImport: plain(401, 403, 200),
  exportProducts: plain(401, 403, 200),
  placeOrder: { anonymous: 401, owner: 201, other: 403, admin: 403, adminOwn: 201 },
  listOrders: { anonymous: 401, owner: 200, other: 403, admin: 200, adminOwn: 200 },
  getOrder: { anonymous: 401, owner: 200, other: 404, admin: 200, adminOwn: 200 },
  getReceipt: { anonymous: 401, owner: 200, other: 404, admin: 200, adminOwn: 200 },
  deleteOrder: { anonymous: 401, owner: 200, other: 404, admin: 200, adminOwn: 200 },
  listAllOrders: plain(401, 403, 200),
  setOrderStatus: plain(401, 403, 200),
  markOrderPaid: { anonymous: 401, owner: 200, other: 404, admin: 403, adminOwn: 200 },
  createPaymentIntent: { anonymous: 401, owner: 200, other: 404, admin: 404, adminOwn: 200 },
  refundOrder: plain(401, 403, 201),
  receiveCardEvent: plain(400, 400, 400),
  createReview: plain(401, 201, 201),
  listReviews: plain(200, 200, 200),
  getReviewScore: plain(200, 200, 200),
  updateReview: plain(401, 403, 200),
  listAllReviews: plain(401, 403, 200),
  requestEstimate: plain(201, 201, 201),
  listEstimates: plain(401, 403, 200),
  deleteEstimate: plain(401, 403, 200),
  subscribe: plain(200, 200, 200),
  listSubscribers: plain(401, 403, 200),
  exportSubscribers: plain(401, 403, 200),
  deleteSubscriber: plain(401, 403, 200),
  listFailedMails: plain(401, 403, 200),
  retryFailedMails: plain(401, 403, 200),
  listFailedJobs: plain(401, 403, 200),
  runJobAgain: plain(401, 403, 200),
  getOverview: plain(401, 403, 200),
}

/** The row that follows from an endpoint's declaration. */
export function declaredRow(endpoint: Endpoint): Row {
  const success = endpoint.status ?? 200
  // an event without a valid signature is a bad request for every role
  if (endpoint.access === 'signature') return plain(400, 400, 400)
  if (endpoint.access === 'public') return plain(success, success, success)
  if (endpoint.access === 'admin') return plain(401, 403, success)
  const { own } = endpoint
  if (!own) return plain(401, success, success)
  const admin = { any: success, own: 403, 'own-hidden': 404 }[own.admin]
  const other = own.by === 'email' ? 403 : 404
  return { anonymous: 401, owner: success, other, admin, adminOwn: success }
}
