import type {
  Language,
  MailAddresses,
  NameAndPassword,
  RecoveryCodes,
  RecoveryCodesLeft,
  RecoveryOptions,
  Recovery,
  SessionInfo,
  SessionList,
  LoginResult,
  TokenCreated,
  TokenInfo,
  TokenList,
  CreateToken,
} from '$lib/protocol/types';
import { ask } from './ask';

/** What the token proves who asks, where the browser keeps no cookie. */
type Token = string | null;

function send<T>(method: string, path: string, token: Token, body?: object): Promise<T> {
  return ask<T>(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }, token);
}

/** Makes an account, of the guest that one is or of nobody. */
export function signUp(wish: NameAndPassword, token: Token): Promise<LoginResult> {
  return send('POST', '/accounts', token, wish);
}

export function logIn(shown: NameAndPassword): Promise<LoginResult> {
  return send('POST', '/sessions', null, shown);
}

export function recover(shown: Recovery): Promise<LoginResult> {
  return send('POST', '/recovery', null, shown);
}

export function logOut(token: Token): Promise<void> {
  return send('DELETE', '/sessions/current', token);
}

export function changePassword(old: string, next: string, token: Token): Promise<void> {
  return send('PUT', '/me/password', token, { old, new: next });
}

/** Deletes the account, for good. */
export function deleteAccount(password: string, token: Token): Promise<void> {
  return send('DELETE', '/me', token, { password });
}

export async function sessions(token: Token): Promise<readonly SessionInfo[]> {
  return (await send<SessionList>('GET', '/me/sessions', token)).sessions;
}

export function endSession(id: string, token: Token): Promise<void> {
  return send('DELETE', `/me/sessions/${encodeURIComponent(id)}`, token);
}

/** Ends all sessions but the one that asks. */
export function endOtherSessions(token: Token): Promise<void> {
  return send('DELETE', '/me/sessions', token);
}

export async function tokens(token: Token): Promise<readonly TokenInfo[]> {
  return (await send<TokenList>('GET', '/tokens', token)).tokens;
}

export function createToken(wish: CreateToken, token: Token): Promise<TokenCreated> {
  return send('POST', '/tokens', token, wish);
}

export function endToken(id: string, token: Token): Promise<void> {
  return send('DELETE', `/tokens/${encodeURIComponent(id)}`, token);
}

/** How many recovery codes one has left. */
export async function recoveryCodesLeft(token: Token): Promise<number> {
  return (await send<RecoveryCodesLeft>('GET', '/me/recovery-codes', token)).left;
}

/** Ten new codes in the place of those before. */
export async function newRecoveryCodes(password: string, token: Token): Promise<readonly string[]> {
  return (await send<RecoveryCodes>('POST', '/me/recovery-codes', token, { password })).codes;
}

/** What helps whoever has forgotten a password, beside the codes that they have kept. */
export function recoveryWays(): Promise<RecoveryOptions> {
  return send('GET', '/recovery', null);
}

/** Sends a code by mail. @param to the name of an account, or its mail address; the answer does not tell whether there is one */
export function mailCode(to: string, language: Language): Promise<void> {
  return send('POST', '/recovery/mail', null, { to, language });
}

export function mailAddresses(token: Token): Promise<MailAddresses> {
  return send('GET', '/me/mail', token);
}

/** Sends a code to an address; it counts when the code was shown. */
export function setMail(address: string, password: string, language: Language, token: Token): Promise<void> {
  return send('PUT', '/me/mail', token, { address, password, language });
}

export function confirmMail(code: string, token: Token): Promise<void> {
  return send('POST', '/me/mail/confirmation', token, { code });
}

export function removeMail(password: string, token: Token): Promise<void> {
  return send('DELETE', '/me/mail', token, { password });
}
