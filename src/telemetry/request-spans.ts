import type { RequestListener, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { contextOf } from '../http/request-context.ts';

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);
/** Not traced: health checks come every few seconds. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * A server span for each request, by the stable HTTP conventions, under the caller's W3C `traceparent`. Of the URL only the route is
 * recorded: path and query contain the words that are looked up.
 */
export function tracedRequests(tracer: Tracer, listener: RequestListener): RequestListener {
  return (request, response) => {
    if (HEALTH_PATHS.has(request.url ?? '')) {
      listener(request, response);
      return;
    }
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const method = KNOWN_METHODS.has(request.method ?? '') ? request.method! : '_OTHER';
    const attributes = {
      ...{ 'http.request.method': method, 'url.scheme': 'http' },
      'network.protocol.version': request.httpVersion,
    };
    const span = tracer.startSpan(spanName(method), { kind: SpanKind.SERVER, attributes }, parent);
    if (span.isRecording()) response.once('close', () => endSpan(span, method, response));
    context.with(trace.setSpan(parent, span), () => listener(request, response));
  };
}

function spanName(method: string, route?: string): string {
  const methodName = method === '_OTHER' ? 'HTTP' : method;
  return route === undefined ? methodName : `${methodName} ${route}`;
}

function endSpan(span: Span, method: string, response: ServerResponse): void {
  const { route, requestId } = contextOf(response);
  const attributes: Attributes = {
    'http.response.status_code': response.statusCode,
    // The log has it too.
    'lexicon.request_id': requestId,
  };
  if (route !== '-') {
    span.updateName(spanName(method, route));
    attributes['http.route'] = route;
  }
  if (response.statusCode >= 500) {
    attributes['error.type'] = String(response.statusCode);
    span.setStatus({ code: SpanStatusCode.ERROR });
  } else if (!response.writableFinished) attributes['error.type'] = 'aborted';
  span.setAttributes(attributes).end();
}
