import { getConfig } from './config.ts'
import type { Endpoint } from './endpoint.ts'
import { listFailedMails, retryFailedMails } from './mails/failed-mails.ts'
import {
  deleteOrder,
  getOrder,
  getReceipt,
  listAllOrders,
  listOrders,
  placeOrder,
  setOrderStatus,
} from './orders/orders.ts'
import { getOverview } from './overview/overview.ts'
import { createPaymentIntent, markOrderPaid, receiveCardEvent, refundOrder } from './payments/payments.ts'
import {
  applyImport,
  checkImport,
  discardImport,
  exportProducts,
  getImport,
  getImportErrors,
  listImportChanges,
  listImportErrors,
  listImports,
  sendPiece,
  startImport,
  undoImport,
} from './products/imports.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  updateProduct,
  uploadImage,
} from './products/products.ts'
import { countProducts, suggestProducts } from './products/search.ts'
import { listEstimates, listSubscribers, requestEstimate, subscribe } from './requests/requests.ts'
import { createReview, listAllReviews, listReviews, updateReview } from './reviews/reviews.ts'
import type { routes } from './routes.ts'
import { endOtherSignIns, endSignIn, listSignIns } from './users/sign-ins.ts'
import {
  deleteAccount,
  demoteUser,
  exchangeToken,
  getAdminFlag,
  getUser,
  listUsers,
  promoteUser,
  removeUser,
  updateUser,
} from './users/users.ts'

export const api = {
  getConfig,
  exchangeToken,
  getUser,
  updateUser,
  deleteAccount,
  listUsers,
  getAdminFlag,
  promoteUser,
  demoteUser,
  removeUser,
  listSignIns,
  endSignIn,
  endOtherSignIns,
  listProducts,
  countProducts,
  suggestProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  uploadImage,
  startImport,
  listImports,
  getImport,
  sendPiece,
  checkImport,
  listImportChanges,
  listImportErrors,
  getImportErrors,
  applyImport,
  undoImport,
  discardImport,
  exportProducts,
  placeOrder,
  listOrders,
  getOrder,
  getReceipt,
  deleteOrder,
  listAllOrders,
  setOrderStatus,
  markOrderPaid,
  refundOrder,
  createPaymentIntent,
  receiveCardEvent,
  createReview,
  listReviews,
  updateReview,
  listAllReviews,
  requestEstimate,
  listEstimates,
  subscribe,
  listSubscribers,
  listFailedMails,
  retryFailedMails,
  getOverview,
} as const satisfies Record<keyof typeof routes, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api
