import { data } from 'react-router'
import { NotFound } from '../platform/layout/error-boundary.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default NotFound
