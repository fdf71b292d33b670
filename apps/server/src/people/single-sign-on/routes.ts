import { api, apiOutsideTransactions, requireAdminOrganization } from '../../core/api/service.ts'
import { removeConnection, saveOidc, saveSaml, setRules } from './connection.ts'
import { addDomain, checkDomain, removeDomain } from './domains.ts'
import { setGroups } from './groups.ts'
import { makeToken, removeToken, settleHeld } from './scim/token.ts'
import { readSingleSignOn } from './view.ts'

const routes = api.singleSignOn
const outside = apiOutsideTransactions.singleSignOn

export const singleSignOnRoutes = {
  get: routes.get.handler(({ context: { ctx } }) =>
    readSingleSignOn(ctx, requireAdminOrganization(ctx)),
  ),
  addDomain: routes.addDomain.handler(({ input, context: { ctx } }) =>
    addDomain(ctx, requireAdminOrganization(ctx), input.domain),
  ),
  checkDomain: outside.checkDomain.handler(({ input, context }) =>
    checkDomain(context, input.domainId),
  ),
  removeDomain: routes.removeDomain.handler(({ input, context: { ctx } }) =>
    removeDomain(ctx, requireAdminOrganization(ctx), input.domainId),
  ),
  saveOidc: outside.saveOidc.handler(({ input, context }) => saveOidc(context, input)),
  saveSaml: outside.saveSaml.handler(({ input, context }) => saveSaml(context, input)),
  setRules: routes.setRules.handler(({ input, context: { ctx } }) =>
    setRules(ctx, requireAdminOrganization(ctx), input),
  ),
  makeToken: routes.makeToken.handler(({ context: { ctx } }) =>
    makeToken(ctx, requireAdminOrganization(ctx)),
  ),
  removeToken: routes.removeToken.handler(({ context: { ctx } }) =>
    removeToken(ctx, requireAdminOrganization(ctx)),
  ),
  settleHeld: routes.settleHeld.handler(({ input, context: { ctx } }) =>
    settleHeld(ctx, requireAdminOrganization(ctx), input),
  ),
  setGroups: routes.setGroups.handler(({ input, context: { ctx } }) =>
    setGroups(ctx, requireAdminOrganization(ctx), input),
  ),
  remove: routes.remove.handler(({ context: { ctx } }) =>
    removeConnection(ctx, requireAdminOrganization(ctx)),
  ),
}
