import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/home-route.tsx'),
  route('parts', 'catalog/list/parts-route.tsx'),
  route('parts/:id', 'catalog/products/part/part-route.tsx'),
  route('purchase/:id', 'sales/orders/purchase-route.tsx'),
  route('cart', 'sales/cart/cart-route.tsx'),
  route('checkout', 'sales/cart/checkout/checkout-route.tsx'),
  route('portfolio', 'store/content/portfolio-route.tsx'),
  route('blogs', 'store/content/blogs-route.tsx'),

  route('dashboard', 'shell/dashboard-route.tsx', [
    layout('shell/dashboard-page.tsx', [
      index('people/users/profile-route.tsx'),
      route('account', 'people/account/account-route.tsx'),
      route('orders', 'sales/orders/my-orders-route.tsx'),
      route('addresses', 'people/addresses/addresses-route.tsx'),
      route('payment/:id', 'sales/payments/payment-route.tsx'),
      route('review', 'catalog/reviews/add-review-route.tsx'),
      route('addProduct', 'catalog/products/add-product-route.tsx'),
      route('manageProduct', 'catalog/products/manage-product-route.tsx'),
      route('manageOrders', 'sales/orders/manage-orders-route.tsx'),
      route('makeAdmin', 'people/users/make-admin-route.tsx'),
      route('orders/:id', 'sales/orders/page/order-route.tsx'),
      route('overview', 'sales/overview/overview-route.tsx'),
      route('audit', 'sales/audit/audit-route.tsx'),
      route('importParts', 'catalog/imports/import-parts-route.tsx'),
      route('reviews', 'catalog/reviews/manage-reviews-route.tsx'),
      route('categories', 'catalog/part-types/categories-route.tsx'),
      route('estimates', 'people/requests/estimates-route.tsx'),
      route('subscribers', 'people/requests/subscribers-route.tsx'),
      route('store', 'store/settings/store-route.tsx'),
      route('failedMails', 'platform/failed-mails-route.tsx'),
      route('failedJobs', 'platform/failed-jobs-route.tsx'),
    ]),
  ]),
  route('login', 'people/sign-in/login-route.tsx'),
  route('register', 'people/sign-in/register-route.tsx'),
  route('forgot-password', 'people/sign-in/forgot-password-route.tsx'),
  route('reset-password', 'people/sign-in/reset-password-route.tsx'),
  route('add-email', 'people/sign-in/add-email-route.tsx'),
  layout('shell/edit-profile-frame.tsx', [
    route('editProfile', 'people/users/edit-profile-route.tsx', { id: 'edit-profile' }),
  ]),

  route('drawings/:file', 'catalog/products/drawing-route.ts'),
  route('*', 'shell/not-found-route.tsx'),
] satisfies RouteConfig
