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
} from './catalog/imports/imports.ts'
import { askForNotice } from './catalog/notices/notices.ts'
import { deleteAttribute, mergeChoices, saveAttribute } from './catalog/part-types/attributes.ts'
import { deleteCategory, listCategories, saveCategory } from './catalog/part-types/categories.ts'
import {
  deletePartType,
  getCatalogue,
  getCatalogueUse,
  savePartType,
} from './catalog/part-types/part-types.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  updateProduct,
  uploadImage,
} from './catalog/products/products.ts'
import { getRelatedParts } from './catalog/products/related.ts'
import {
  createReview,
  getReviewScore,
  listAllReviews,
  listReviews,
  updateReview,
} from './catalog/reviews/reviews.ts'
import { countProducts, suggestProducts } from './catalog/search/search.ts'
import { createAddress, deleteAddress, listAddresses, updateAddress } from './people/addresses/addresses.ts'
import {
  deleteEstimate,
  deleteSubscriber,
  exportSubscribers,
  listEstimates,
  listSubscribers,
  requestEstimate,
  subscribe,
} from './people/requests/requests.ts'
import { endOtherSignIns, endSignIn, listSignIns } from './people/sign-in/sign-ins.ts'
import {
  deleteAccount,
  demoteUser,
  exchangeToken,
  getAdminFlag,
  getUser,
  listUsers,
  promoteUser,
  removeUser,
  setRole,
  updateUser,
} from './people/users/users.ts'
import { getConfig } from './platform/config.ts'
import type { Endpoint } from './platform/endpoint.ts'
import { listFailedJobs, runJobAgain } from './platform/jobs/failed-jobs.ts'
import { listFailedMails, retryFailedMails } from './platform/mail/failed-mails.ts'
import type { routes } from './platform/routes.ts'
import { exportAudit, listAudit } from './sales/audit/audit.ts'
import { emptyCart, getCart, mergeCart, quote, setCartLine } from './sales/cart/cart.ts'
import { checkout } from './sales/cart/checkout.ts'
import { find } from './sales/find/find.ts'
import { addOrderNote, listOrderNotes } from './sales/orders/notes.ts'
import {
  deleteOrder,
  getOrder,
  getReceipt,
  listAllOrders,
  listOrders,
  placeOrder,
  setOrderStatus,
} from './sales/orders/orders.ts'
import { getOverview } from './sales/overview/overview.ts'
import {
  createPaymentIntent,
  markOrderPaid,
  receiveCardEvent,
  refundOrder,
} from './sales/payments/payments.ts'
import {
  getSettings,
  listSettingsChanges,
  saveSettings,
  takeBackSettings,
} from './store/settings/settings.ts'

const parts = {
  getCatalogue,
  listCategories,
  getCatalogueUse,
  saveCategory,
  deleteCategory,
  savePartType,
  deletePartType,
  saveAttribute,
  mergeChoices,
  deleteAttribute,
  listProducts,
  countProducts,
  suggestProducts,
  getRelatedParts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  uploadImage,
  exportProducts,
}
const cart = { quote, getCart, setCartLine, mergeCart, emptyCart, checkout }
const orders = {
  placeOrder,
  listOrders,
  getOrder,
  getReceipt,
  deleteOrder,
  listAllOrders,
  setOrderStatus,
  listOrderNotes,
  addOrderNote,
}
const payments = { createPaymentIntent, markOrderPaid, refundOrder, receiveCardEvent }
const reviews = { listReviews, getReviewScore, createReview, listAllReviews, updateReview }
const accounts = {
  exchangeToken,
  getUser,
  updateUser,
  deleteAccount,
  listUsers,
  getAdminFlag,
  promoteUser,
  demoteUser,
  removeUser,
  setRole,
  listSignIns,
  endSignIn,
  endOtherSignIns,
}
const addresses = { listAddresses, createAddress, updateAddress, deleteAddress }
const imports = {
  startImport,
  sendPiece,
  checkImport,
  listImports,
  getImport,
  listImportChanges,
  listImportErrors,
  getImportErrors,
  applyImport,
  undoImport,
  discardImport,
}
const forms = {
  requestEstimate,
  listEstimates,
  deleteEstimate,
  askForNotice,
  subscribe,
  listSubscribers,
  exportSubscribers,
  deleteSubscriber,
}
const store = {
  getConfig,
  getSettings,
  saveSettings,
  listSettingsChanges,
  takeBackSettings,
  getOverview,
  listAudit,
  exportAudit,
  find,
  listFailedMails,
  retryFailedMails,
  listFailedJobs,
  runJobAgain,
}

export const api = {
  ...parts,
  ...cart,
  ...orders,
  ...payments,
  ...reviews,
  ...accounts,
  ...addresses,
  ...imports,
  ...forms,
  ...store,
} as const satisfies Record<keyof typeof routes, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api

export const endpointGroups: { name: string; text: string; endpoints: Record<string, Endpoint> }[] = [
  { name: 'Parts', text: 'The catalogue. `service` is the wire’s word for a part.', endpoints: parts },
  {
    name: 'Cart',
    text: 'What an account wants to order, and what it costs now. Nothing is reserved before it is ordered.',
    endpoints: cart,
  },
  { name: 'Orders', text: 'Placing and deleting orders, and their status.', endpoints: orders },
  {
    name: 'Payments',
    text: 'Card payments and refunds. The card itself goes to the card provider, never to the store.',
    endpoints: payments,
  },
  { name: 'Reviews', text: 'Reviews of parts and of the store.', endpoints: reviews },
  { name: 'Accounts', text: 'Access tokens, profiles, roles and sign-ins.', endpoints: accounts },
  {
    name: 'Addresses',
    text: 'Addresses that an account keeps for its next orders.',
    endpoints: addresses,
  },
  {
    name: 'Imports',
    text: 'Parts from a CSV file: announce it, send its chunks, compare, apply, undo.',
    endpoints: imports,
  },
  { name: 'Forms', text: 'Requests for an estimate, and the newsletter.', endpoints: forms },
  {
    name: 'Store',
    text: 'Configuration, settings, the overview of admins, and mails and jobs that failed.',
    endpoints: store,
  },
]
