import { api, recordingApi, signedIn } from '../../core/api/service.ts'
import { deleteAccount } from './deletion.ts'
import { exportData } from './export.ts'
import * as service from './service.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts'

const routes = api.settings

export const settingRoutes = {
  getProfile: routes.getProfile.handler(({ context: { ctx } }) =>
    service.readProfile(ctx, signedIn(ctx)),
  ),
  updateProfile: routes.updateProfile.handler(({ input, context: { ctx } }) =>
    service.updateProfile(ctx, signedIn(ctx), input),
  ),
  getNotificationPreferences: routes.getNotificationPreferences.handler(({ context: { ctx } }) =>
    service.readPreferences(ctx, signedIn(ctx)),
  ),
  updateNotificationPreferences: routes.updateNotificationPreferences.handler(
    ({ input, context: { ctx } }) => service.updatePreferences(ctx, signedIn(ctx), input),
  ),
  listSessions: routes.listSessions.handler(({ input, context: { ctx } }) =>
    listSessions(ctx, signedIn(ctx), input),
  ),
  revokeSession: routes.revokeSession.handler(({ input, context: { ctx } }) =>
    revokeSession(ctx, signedIn(ctx), input.id),
  ),
  revokeOtherSessions: routes.revokeOtherSessions.handler(({ context: { ctx } }) =>
    revokeOtherSessions(ctx, signedIn(ctx)),
  ),
  exportData: recordingApi.settings.exportData.handler(({ context: { ctx } }) =>
    exportData(ctx, signedIn(ctx)),
  ),
  deleteAccount: routes.deleteAccount.handler(({ input, context: { ctx } }) =>
    deleteAccount(ctx, signedIn(ctx), input.email),
  ),
}
