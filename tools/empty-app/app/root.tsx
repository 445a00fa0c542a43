import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

/** The smallest React Router app: the page scripts of the store are compared with its scripts. */
export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
