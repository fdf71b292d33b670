import { Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import { openMetrics } from './service.ts'

/** Serves /metrics, for the operator's own network: it has a port of its own. */
export function metricsRoutes(platform: Platform): Hono {
  const metrics = openMetrics(platform)
  return new Hono().get('/metrics', async (c) =>
    c.text(await metrics.read(), 200, { 'content-type': metrics.contentType }),
  )
}
