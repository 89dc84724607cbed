package dev.semel.http.internal;

import dev.semel.Lease;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.Rejection;
import dev.semel.http.HttpEvent;

/**
 * What is recorded of a leased request. It can be recorded again: the lease's fence sees to it that
 * this changes nothing.
 */
sealed interface Ending {
  void record(Lease<StoredResponse> lease);

  /** What listeners are told. */
  HttpEvent event();

  /** It was done; this is the response. */
  record Done(StoredResponse response) implements Ending {
    @Override
    public HttpEvent event() {
      return HttpEvent.EXECUTED;
    }

    @Override
    public void record(Lease<StoredResponse> lease) {
      Outcome<StoredResponse> unused = lease.complete(response);
    }
  }

  /** It was refused or failed, and retries are told the same. */
  record Refused(Rejection rejection) implements Ending {
    @Override
    public HttpEvent event() {
      return HttpEvent.EXECUTED;
    }

    @Override
    public void record(Lease<StoredResponse> lease) {
      Outcome<StoredResponse> unused =
          lease.complete(
              effect -> {
                throw new RejectedException(rejection);
              });
    }
  }

  /** Nothing was done; the next attempt may run it. */
  record Released(String reason) implements Ending {
    @Override
    public HttpEvent event() {
      return HttpEvent.NOT_STORED;
    }

    @Override
    public void record(Lease<StoredResponse> lease) {
      lease.release(reason);
    }
  }

  /** Nobody can tell. */
  record Unknown(String reason) implements Ending {
    @Override
    public HttpEvent event() {
      return HttpEvent.HANDLER_FAILED;
    }

    @Override
    public void record(Lease<StoredResponse> lease) {
      Outcome<StoredResponse> unused = lease.unknown(reason);
    }
  }
}
