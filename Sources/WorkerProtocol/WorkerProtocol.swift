// WorkerProtocol
