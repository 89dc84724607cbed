/**
 * What every store must do, as tests. A store is right when it passes all of them.
 *
 * <p>To hold a store to the contract, implement {@link dev.semel.testing.contract.StoreFixture}
 * once, and extend each suite with a class that does nothing but hand over the fixture:
 *
 * <pre>{@code
 * class MyAtomicIT extends AtomicContract<MySession> {
 *   private final MyFixture fixture;
 *
 *   MyAtomicIT(MyFixture fixture) {
 *     this.fixture = fixture;
 *   }
 *
 *   @Override
 *   protected StoreFixture<MySession> fixture() {
 *     return fixture;
 *   }
 * }
 * }</pre>
 *
 * <p>The suites, in the order in which a new store is best built:
 *
 * <ol>
 *   <li>{@link dev.semel.testing.contract.AtomicContract}: one intent, one effect, one answer
 *   <li>{@link dev.semel.testing.contract.AnswerContract}: what is kept of a result
 *   <li>{@link dev.semel.testing.contract.RejectionContract}: the business says no
 *   <li>{@link dev.semel.testing.contract.NaughtyKeysContract}: keys are opaque
 *   <li>{@link dev.semel.testing.contract.SeparationContract}: tenants and principals are strangers
 *   <li>{@link dev.semel.testing.contract.DuplicatesContract}: many attempts at once
 *   <li>{@link dev.semel.testing.contract.IsolationContract}: the same at every isolation
 *   <li>{@link dev.semel.testing.contract.CrashContract}: an attempt dies between two steps
 *   <li>{@link dev.semel.testing.contract.TransactionContract}: inside a caller's transaction
 *   <li>{@link dev.semel.testing.contract.RetentionContract}: records expire
 *   <li>{@link dev.semel.testing.contract.PurgeContract}: expired records are removed
 *   <li>{@link dev.semel.testing.contract.LeaseContract}: claims that outlive a transaction
 *   <li>{@link dev.semel.testing.contract.TakeoverContract}: a late owner changes nothing
 *   <li>{@link dev.semel.testing.contract.RecoveryContract}: stale work is decided about, once
 *   <li>{@link dev.semel.testing.contract.OperatorContract}: what operators look at
 * </ol>
 *
 * <p>A store with an inbox extends its fixture by {@link dev.semel.testing.contract.InboxFixture}:
 *
 * <ol>
 *   <li>{@link dev.semel.testing.contract.InboxDirectContract}: a message is applied once
 *   <li>{@link dev.semel.testing.contract.InboxBatchContract}: so is each of a batch
 *   <li>{@link dev.semel.testing.contract.InboxKeptContract}: kept first, worked off later
 *   <li>{@link dev.semel.testing.contract.VersionGuardContract}: in the order of versions
 *   <li>{@link dev.semel.testing.contract.InboxPurgeContract}: markers expire
 * </ol>
 *
 * <p>Every test counts what is in the database, not calls. Races are held open on purpose, by
 * {@link dev.semel.testing.Checkpoints}; time is moved, not waited for.
 */
@NullMarked
package dev.semel.testing.contract;

import org.jspecify.annotations.NullMarked;
