import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the store. */
export default [
  index('home/home-route.tsx'),
  route('parts', 'products/parts-route.tsx'),
  route('parts/:id', 'products/part-route.tsx'),
  route('purchase/:id', 'products/purchase-route.tsx'),
  route('portfolio', 'pages/portfolio-route.tsx'),
  route('blogs', 'pages/blogs-route.tsx'),

  route('dashboard', 'layout/dashboard-route.tsx', [
    layout('layout/dashboard-page.tsx', [
      index('profile/profile-route.tsx'),
      route('account', 'account/account-route.tsx'),
      route('orders', 'orders/my-orders-route.tsx'),
      route('payment/:id', 'payments/payment-route.tsx'),
      route('review', 'reviews/add-review-route.tsx'),
      route('addProduct', 'products/add-product-route.tsx'),
      route('manageProduct', 'products/manage-product-route.tsx'),
      route('manageOrders', 'orders/manage-orders-route.tsx'),
      route('makeAdmin', 'users/make-admin-route.tsx'),
      route('orders/:id', 'orders/order-route.tsx'),
      route('overview', 'overview/overview-route.tsx'),
      route('importParts', 'products/import-parts-route.tsx'),
      route('reviews', 'reviews/manage-reviews-route.tsx'),
      route('estimates', 'requests/estimates-route.tsx'),
      route('subscribers', 'requests/subscribers-route.tsx'),
    ]),
  ]),
  route('login', 'sign-in/login-route.tsx'),
  route('register', 'sign-in/register-route.tsx'),
  route('forgot-password', 'sign-in/forgot-password-route.tsx'),
  route('reset-password', 'sign-in/reset-password-route.tsx'),
  route('add-email', 'sign-in/add-email-route.tsx'),
  route('editProfile', 'profile/edit-profile-route.tsx'),

  route('drawings/:file', 'products/drawing-route.ts'),
  route('*', 'pages/not-found-route.tsx'),
] satisfies RouteConfig
