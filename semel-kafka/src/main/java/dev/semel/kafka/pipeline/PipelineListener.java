package dev.semel.kafka.pipeline;

/** Hears what happens in a pipeline, on the threads of its lanes. What it throws is logged. */
@FunctionalInterface
public interface PipelineListener {
  void onChange(PipelineChange change);
}
